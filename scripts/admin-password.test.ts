import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { weaknessOf } from './admin-password.ts'

test.each([
  ['', 'needs at least 15'],
  ['correct horse', 'needs at least 15'],
  ['ééééééé'.normalize('NFD'), 'needs at least 15'],
  ['aaaaaaaaaaaaaaa', 'repeats'],
  ['abababababababab', 'repeats'],
  ['Hello1!Hello1!Hello1!', 'repeats'],
  ['correctcorrectcorrect', 'repeats'],
  ['112233445566112', 'common'],
  ['password1234567890', 'common'],
  ['PasswordPassw0rd123', 'common'],
  ['qwertyuiopasdfghjkl', 'common'],
  ['abcdefghijklmnopqrst', 'common'],
  ['admin-studio-2026!', 'common'],
  ['iloveyoubabyking2025', 'common'],
])('“%s” is refused: it %s', (password, why) => {
  expect(weaknessOf(password)).toContain(why)
})

test.each(['correct horse battery', 'Eleven goats on a raft', 'w9:Ty2_pQz!4mLr'])(
  '“%s” is taken',
  (password) => {
    expect(weaknessOf(password)).toBeUndefined()
  },
)

test('a made password is always taken', () => {
  for (let i = 0; i < 1_000; i++) {
    expect(weaknessOf(randomBytes(15).toString('base64url'))).toBeUndefined()
  }
})

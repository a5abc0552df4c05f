import fc from 'fast-check'
import { expect, test } from 'vitest'
import { waitlist } from '#forms/waitlist.ts'
import { judge } from '#forms/judging/judge.ts'
import { normalizeEmail } from '#server/collections/search.ts'

/** The normalization before the hash of a claim until 2026-11-23. */
const asBefore = (address: string) => address.normalize('NFKC').replace(/\s+/gu, '').toLowerCase()

const letter = fc.oneof(
  fc.constantFrom(...Array.from('aAéÉﬁｂＢßẞİıK\u00a8ø\u0345ςΣσ.ſ½㏂²'), 'e\u0301', '\u1e9b\u0323'),
  fc.string({ unit: 'grapheme', minLength: 1, maxLength: 1 }),
  fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }),
)
const part = fc.array(letter, { minLength: 1, maxLength: 5 }).map((letters) => letters.join(''))
const typedAddress = fc.tuple(part, part, part).map(([name, host, top]) => `${name}@${host}.${top}`)

test('every accepted address still finds a claim in the old format', () => {
  let accepted = 0
  fc.assert(
    fc.property(typedAddress, (typed) => {
      const judged = judge(waitlist.fields.email.answer, typed)
      fc.pre('answer' in judged)
      accepted++
      const address = String('answer' in judged && judged.answer)
      expect(normalizeEmail(address)).toBe(asBefore(address))
    }),
    { numRuns: 2_000 },
  )
  expect(accepted).toBe(2_000)
})

test('case and outer spaces make no new address, full-width letters do', () => {
  expect(normalizeEmail(' Ada@Engine.TEST\n')).toBe('ada@engine.test')
  expect(normalizeEmail('ａda@engine.test')).not.toBe('ada@engine.test')
})

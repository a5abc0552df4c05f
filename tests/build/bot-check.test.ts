import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { recaptchaIn } from '../../src/forms/bot-check.ts'
import { dist } from './built-pages.ts'

/** Texts that identify the code of each bot check. */
const marks = { proofOfWork: '/api/forms/challenge', recaptcha: '/recaptcha/api.js' }

test('the pages ship the code of one bot check only', () => {
  const scripts = readdirSync(`${dist}/_astro`).filter((file) => file.endsWith('.js'))
  const code = scripts.map((file) => readFileSync(`${dist}/_astro/${file}`, 'utf8')).join('\n')
  const isRecaptcha = recaptchaIn(process.env) !== null
  expect(code.includes(marks.recaptcha)).toBe(isRecaptcha)
  expect(code.includes(marks.proofOfWork)).toBe(!isRecaptcha)
})

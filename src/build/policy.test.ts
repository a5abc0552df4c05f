import { describe, expect, test } from 'vitest'

import { recaptchaIn } from '../forms/bot-check.ts'
import { contentSecurityPolicy } from './policy.ts'

const inline = { scripts: ["'sha256-a='"], styles: ["'sha256-b='"] }

describe('the policy', () => {
  test('allows our own files and the hashed code, and nothing else', () => {
    expect(contentSecurityPolicy(inline, null)).toBe(
      "default-src 'none'; script-src 'self' 'sha256-a='; style-src 'self' 'sha256-b='; " +
        "img-src 'self' data:; font-src 'self'; connect-src 'self'; frame-src 'self'; " +
        "worker-src 'self'; manifest-src 'self'; form-action 'self'; base-uri 'none'; object-src 'none'; " +
        "frame-ancestors 'none'; require-trusted-types-for 'script'; " +
        'trusted-types bot-check; upgrade-insecure-requests',
    )
  })

  test('allows the bot check if it has a key', () => {
    const policy = contentSecurityPolicy(inline, recaptchaIn({ RECAPTCHA_SITE_KEY: 'k' }))
    expect(policy).toContain(
      "script-src 'self' 'sha256-a=' https://www.google.com/recaptcha/ https://www.gstatic.com/recaptcha/;",
    )
    expect(policy).toContain("connect-src 'self' https://www.google.com/recaptcha/;")
    expect(policy).toContain(
      "frame-src 'self' https://www.google.com/recaptcha/ https://recaptcha.google.com/recaptcha/;",
    )
    expect(policy).not.toContain('gstatic.cn')
    // Nobody documents the names of Google's policies.
    expect(policy).not.toContain('trusted-types bot-check')
  })

  test('allows the bot check from another host if one is set', () => {
    const env = { RECAPTCHA_SITE_KEY: 'k', RECAPTCHA_ORIGIN: 'https://www.recaptcha.net/' }
    const policy = contentSecurityPolicy(inline, recaptchaIn(env))
    expect(policy).toContain("frame-src 'self' https://www.recaptcha.net/recaptcha/;")
    expect(policy).toContain('https://www.gstatic.cn/recaptcha/')
    expect(policy).not.toContain('google.com')
  })

  test('ignores an origin without a key', () => {
    expect(recaptchaIn({ RECAPTCHA_ORIGIN: 'https://www.recaptcha.net' })).toBeNull()
    expect(recaptchaIn({ RECAPTCHA_SITE_KEY: '' })).toBeNull()
  })

  test('an invalid origin stops the build', () => {
    const env = { RECAPTCHA_SITE_KEY: 'k', RECAPTCHA_ORIGIN: 'www.recaptcha.net' }
    expect(() => recaptchaIn(env)).toThrow('RECAPTCHA_ORIGIN is "www.recaptcha.net", but')
  })
})

import { TRUSTED_TYPES_POLICY } from '#forms/bot-check.ts'

type Policy = { createScriptURL(url: string): string }
type TrustedTypes = { createPolicy(name: string, rules: Policy): Policy }

/** A name can be used once on a page. */
let policy: Policy | undefined

/**
 * The security policy requires trusted types (https://www.w3.org/TR/trusted-types/) for the
 * addresses of scripts and workers. The bot check uses the only such addresses.
 */
export function trustedUrl(url: string): string {
  // TypeScript's types lack it, and so do some browsers.
  const { trustedTypes } = window as { trustedTypes?: TrustedTypes }
  policy ??= trustedTypes?.createPolicy(TRUSTED_TYPES_POLICY, { createScriptURL: (own) => own })
  return policy?.createScriptURL(url) ?? url
}

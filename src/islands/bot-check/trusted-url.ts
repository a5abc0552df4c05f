type TrustedTypes = {
  createPolicy(
    name: string,
    rules: { createScriptURL: (url: string) => string },
  ): { createScriptURL(url: string): string }
}

/**
 * The security policy asks for trusted types (https://www.w3.org/TR/trusted-types/), and the address
 * of a script or a worker is one of them. Only the bot check has such addresses, and the build knows
 * them.
 */
export function trustedUrl(url: string): string {
  // Not in TypeScript's types yet, nor in every browser.
  const { trustedTypes } = window as { trustedTypes?: TrustedTypes }
  const policy = trustedTypes?.createPolicy('bot-check', { createScriptURL: (own) => own })
  return policy?.createScriptURL(url) ?? url
}

type TrustedTypes = {
  createPolicy(
    name: string,
    rules: { createScriptURL: (url: string) => string },
  ): { createScriptURL(url: string): string }
}

/**
 * The security policy requires trusted types (https://www.w3.org/TR/trusted-types/) for the
 * addresses of scripts and workers. The bot check uses the only such addresses.
 */
export function trustedUrl(url: string): string {
  // TypeScript's types lack it, and so do some browsers.
  const { trustedTypes } = window as { trustedTypes?: TrustedTypes }
  const policy = trustedTypes?.createPolicy('bot-check', { createScriptURL: (own) => own })
  return policy?.createScriptURL(url) ?? url
}

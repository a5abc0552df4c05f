/** The only trusted-types policy that the security policy lets the bot check create. */
export const TRUSTED_TYPES_POLICY = 'bot-check'

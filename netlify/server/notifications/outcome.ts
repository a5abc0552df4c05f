/**
 * The result of a try. Its words hold no secret and no personal data. `isFinal`: another try of a
 * receipt makes no sense, or might send it twice.
 */
export type Outcome = { ok: true; note?: string } | { ok: false; why: string; isFinal?: true }

/** Whether the other side's certificate ended a connection, by Node's and OpenSSL's codes. */
export const isCertificateFault = (code: unknown): code is string =>
  typeof code === 'string' && !isHandshakeFault(code) && /CERT|SIGNATURE|^INVALID_/.test(code)

/** Whether TLS could not begin, as on a wrong port. */
export const isHandshakeFault = (code: unknown): code is string =>
  typeof code === 'string' && /^(EPROTO$|ERR_SSL_)/.test(code)

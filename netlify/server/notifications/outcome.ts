/** What came of a try. Its words hold no secret and nobody's data. */
export type Outcome = { ok: true; note?: string } | { ok: false; why: string }

/** Whether a connection ended because of the other side's certificate, by Node's and OpenSSL's codes. */
export const isCertificateFault = (code: unknown): code is string =>
  typeof code === 'string' && !isHandshakeFault(code) && /CERT|SIGNATURE|^INVALID_/.test(code)

/** Whether TLS could not even begin, as at a port for something else. */
export const isHandshakeFault = (code: unknown): code is string =>
  typeof code === 'string' && /^(EPROTO$|ERR_SSL_)/.test(code)

import dns, { type LookupAllOptions } from 'node:dns'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { generate } from 'selfsigned'
import { onTestFinished, vi } from 'vitest'

const HOUR_MS = 3_600_000

const made = await generate([{ name: 'commonName', value: 'mail.studio.test' }], {
  keyType: 'ec',
  notAfterDate: new Date(Date.now() + HOUR_MS),
  extensions: [
    {
      name: 'subjectAltName',
      altNames: ['mail.studio.test', 'localhost'].map((value) => ({ type: 2, value })),
    },
  ],
})

/** A self-signed certificate. Clients refuse it until `trustCertificate` is called. */
export const CERTIFICATE = { key: made.private, cert: made.cert }

/** Makes this process trust the certificate for one test. */
export function trustCertificate() {
  const usual = getCACertificates('default')
  setDefaultCACertificates([...usual, CERTIFICATE.cert])
  onTestFinished(() => setDefaultCACertificates(usual))
}

type Found = (error: null, addresses: { address: string; family: number }[]) => void

/** Resolves every host name to this machine for one test. */
export const leadNamesHere = () =>
  vi
    .spyOn(dns, 'lookup')
    // Node asks for all addresses of a name, and the types know only another overload.
    .mockImplementation(((_: string, __: LookupAllOptions, found: Found) =>
      found(null, [{ address: '127.0.0.1', family: 4 }])) as unknown as typeof dns.lookup)

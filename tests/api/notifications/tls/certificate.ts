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

/**
 * A certificate for mail.studio.test and localhost, made for this run, that has signed itself: nobody
 * trusts it who is not told to.
 */
export const CERTIFICATE = { key: made.private, cert: made.cert }

/** For one test this process trusts the certificate as it does those of the world's authorities. */
export function trustCertificate() {
  const usual = getCACertificates('default')
  setDefaultCACertificates([...usual, CERTIFICATE.cert])
  onTestFinished(() => setDefaultCACertificates(usual))
}

type Found = (error: null, addresses: { address: string; family: number }[]) => void

/** For one test every name leads to this machine, as the names of a provider would lead to it. */
export const leadNamesHere = () =>
  vi
    .spyOn(dns, 'lookup')
    // Node asks for all addresses of a name; of the many ways to ask TypeScript knows the last one.
    .mockImplementation(((_: string, __: LookupAllOptions, found: Found) =>
      found(null, [{ address: '127.0.0.1', family: 4 }])) as unknown as typeof dns.lookup)

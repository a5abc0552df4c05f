import dns, { type LookupAllOptions } from 'node:dns'
import { readFileSync } from 'node:fs'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { onTestFinished, vi } from 'vitest'

const read = (name: string) => readFileSync(new URL(name, import.meta.url), 'utf8')

/**
 * A certificate for mail.studio.test and localhost, from 2020 to 2120, that has signed itself: nobody
 * trusts it who is not told to. Its key is public, and good for tests alone.
 */
export const CERTIFICATE = {
  key: read('private-key-for-tests.pem'),
  cert: read('certificate-for-tests.pem'),
}

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

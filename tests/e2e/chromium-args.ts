/** Tests use only this machine. Chromium does not resolve any other host. */
const LOCAL_ONLY = 'MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE 127.0.0.1, EXCLUDE [::1]'

/** The Chromium flags of every test. */
export const chromiumArgs = [
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-proxy-server',
  `--host-resolver-rules=${LOCAL_ONLY}`,
  // Chromium does not start with a sandbox as root.
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
]

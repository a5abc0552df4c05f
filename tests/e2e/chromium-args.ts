/** Tests use this machine only; whatever else a page asks for is not found. */
const LOCAL_ONLY = 'MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE 127.0.0.1, EXCLUDE [::1]'

/** How every test starts Chromium. */
export const chromiumArgs = [
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-proxy-server',
  `--host-resolver-rules=${LOCAL_ONLY}`,
  // Chromium refuses to sandbox what root starts.
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
]

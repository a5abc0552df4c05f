import { studio } from '../../data/studio.ts'

const { host, email, security } = studio

/** Where to report a weakness (https://www.rfc-editor.org/rfc/rfc9116). */
export const GET = () =>
  new Response(
    [
      `Contact: mailto:${email}`,
      `Expires: ${new Date(security.reportsUntil).toISOString()}`,
      'Preferred-Languages: en',
      `Canonical: ${host}/.well-known/security.txt`,
      '',
    ].join('\n'),
  )

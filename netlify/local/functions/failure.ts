/** Seconds after which a busy site may have room again. */
const RETRY_AFTER = '5'

/** An answer that no function gave, in the shape that all of theirs have. */
export const failure = (status: number, error: string): Response =>
  Response.json(
    { error },
    {
      status,
      headers: {
        'cache-control': 'no-store',
        'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
        'x-content-type-options': 'nosniff',
        ...(status === 503 && { 'retry-after': RETRY_AFTER }),
      },
    },
  )

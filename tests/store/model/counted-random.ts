/** Names that are different from each other, and the same in each run of a schedule. */
let count = 0

/** Begins anew, with the schedule. */
export function countAnew() {
  count = 0
}

export const randomBytes = (bytes: number) =>
  Buffer.from((++count).toString(16).padStart(2 * bytes, '0'), 'hex')

export const randomUUID = () => `write-${++count}`

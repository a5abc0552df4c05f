/**
 * Runs `act` when the parent process ends, because that closes the IPC channel of
 * `pinned-node.mjs`. The channel itself doesn't keep this process alive.
 */
export function whenAbandoned(act: () => void): void {
  if (!process.channel) return
  process.on('disconnect', act)
  process.channel.unref()
}

/**
 * Runs `act` when whoever started this process is gone without saying so: the
 * channel that `pinned-node.mjs` opened has closed. The channel itself keeps
 * nothing running, so a script that is done ends with its own exit code.
 */
export function whenAbandoned(act: () => void): void {
  if (!process.channel) return
  process.on('disconnect', act)
  process.channel.unref()
}

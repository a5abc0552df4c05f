/**
 * Runs `act` when the process that started this one is gone: the channel that `pinned-node.mjs` opened
 * has closed. The channel keeps no process alive, so a finished script ends with its own exit code.
 */
export function whenAbandoned(act: () => void): void {
  if (!process.channel) return
  process.on('disconnect', act)
  process.channel.unref()
}

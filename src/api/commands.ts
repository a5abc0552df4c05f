/** The commands that a person may confirm in a browser, by their names for npm. */
export const COMMANDS = [
  'backup',
  'restore',
  'probe',
  'store:check',
  'store:seal',
  'notify:test',
] as const
export type Command = (typeof COMMANDS)[number]

export const isCommand = (name: unknown): name is Command => COMMANDS.some((one) => one === name)

/** Only the command that asked gets the secret. */
export type CommandBegun = { id: string; secret: string; code: string }

/** `isHere`: it was asked from the network of the browser. */
export type CommandShown = {
  command: string
  code: string
  network: string
  isHere: boolean
  /** ISO 8601. */
  at: string
}

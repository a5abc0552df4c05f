/** The pages with an empty form, by the forms' names. A waitlist has one for each app. */
const PAGES: Readonly<Record<string, string>> = {
  contact: '/contact',
  investor: '/investors#form',
  eir: '/eir#form',
  careers: '/careers#form',
}

export const pageOf = ({ name }: { name: string }): string | undefined => PAGES[name]

import { capitalised, inWords } from '../text/in-words.ts'
import type { MenuFacts } from './navigation.ts'
import { openRoles } from './roles.ts'
import { studio } from './studio.ts'

/** The figures and promises of the menus, in words. */
export const menuFacts: MenuFacts = {
  ventures: capitalised(inWords(studio.figures.ventures)),
  stages: studio.model.stages,
  openRoles: `${openRoles} in ${studio.hiringCity}`,
  contactReply: studio.promises.contactReply,
}

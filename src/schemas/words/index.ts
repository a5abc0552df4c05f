import { careers } from './pages/careers.ts'
import { eir } from './pages/eir.ts'
import { home } from './pages/home.ts'

/** The files that hold the site’s words, by their path in content/ without the ending. */
export const wordSchemas = {
  'pages/careers': careers,
  'pages/eir': eir,
  'pages/home': home,
}

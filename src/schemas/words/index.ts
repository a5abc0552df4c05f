import { about } from './pages/about.ts'
import { home } from './pages/home.ts'
import { whatWeDo } from './pages/what-we-do.ts'

/** The files that hold the site’s words, by their path in content/ without the ending. */
export const wordSchemas = {
  'pages/about': about,
  'pages/home': home,
  'pages/what-we-do': whatWeDo,
}

import { home } from './pages/home.ts'
import { portfolio } from './pages/portfolio.ts'

/** The files that hold the site’s words, by their path in content/ without the ending. */
export const wordSchemas = {
  'pages/home': home,
  'pages/portfolio': portfolio,
}

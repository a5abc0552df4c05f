import { navigation } from './navigation.ts'
import { app } from './pages/app.ts'
import { home } from './pages/home.ts'
import { shared } from './shared.ts'

/** The files that hold the site’s words, by their path in content/ without the ending. */
export const wordSchemas = {
  navigation,
  words: shared,
  'pages/app': app,
  'pages/home': home,
}

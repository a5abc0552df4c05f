import { careers } from './pages/careers.ts'
import { home } from './pages/home.ts'

export const wordSchemas = {
  'pages/careers': careers,
  'pages/home': home,
}

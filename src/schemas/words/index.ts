import { faqs } from './pages/faqs.ts'
import { home } from './pages/home.ts'
import { investors } from './pages/investors.ts'
import { legal } from './pages/legal.ts'
import { llms } from './pages/llms.ts'

/** The files that hold the site’s words, by their path in content/ without the ending. */
export const wordSchemas = {
  'pages/faqs': faqs,
  'pages/home': home,
  'pages/investors': investors,
  'pages/legal': legal,
  'pages/llms': llms,
}

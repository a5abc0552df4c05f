import type { z } from 'astro/zod'

import { formSchemas } from './forms.ts'
import { notFound } from './pages/404.ts'
import { articleNotFound } from './pages/article-not-found.ts'
import { article } from './pages/article.ts'
import { blogs } from './pages/blogs.ts'
import { contact } from './pages/contact.ts'
import { careers } from './pages/careers.ts'
import { eir } from './pages/eir.ts'
import { home } from './pages/home.ts'
import { portfolio } from './pages/portfolio.ts'

/** The files that hold the site’s words, by their path in content/ without the ending. */
export const wordSchemas = {
  ...formSchemas,
  'pages/404': notFound,
  'pages/article': article,
  'pages/article-not-found': articleNotFound,
  'pages/blogs': blogs,
  'pages/contact': contact,
  'pages/careers': careers,
  'pages/eir': eir,
  'pages/home': home,
  'pages/portfolio': portfolio,
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
import { about } from './pages/about.ts'
import { home } from './pages/home.ts'
import { whatWeDo } from './pages/what-we-do.ts'

/** The files that hold the site’s words, by their path in content/ without the ending. */
export const wordSchemas = {
  'pages/about': about,
  'pages/home': home,
  'pages/what-we-do': whatWeDo,
}

/** What is read of each file. */
export type Words = { [F in keyof typeof wordSchemas]: z.output<(typeof wordSchemas)[F]> }

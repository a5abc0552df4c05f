import { fileURLToPath } from 'node:url'

import mdx from '@astrojs/mdx'
import react from '@astrojs/react'
import { defineConfig } from 'astro/config'

import { recaptchaIn } from './src/forms/bot-check.ts'
import { formPages } from './src/build/form-pages.ts'
import { contentMistakes } from './src/build/content/mistakes.ts'
import { clientBundle } from './src/build/client-bundle.ts'
import { deadLinks } from './src/build/dead-links.ts'
import { islandRuntime } from './src/build/island-runtime.ts'
import { knownWarnings } from './src/build/known-warnings.ts'
import { securityHeaders } from './src/build/security-headers.ts'
import { skewProtection } from './src/build/skew-protection.ts'
import { socialImages } from './src/build/social-images.ts'
import { toConfirm } from './src/build/to-confirm.ts'
import { wordModules } from './src/build/content/words.ts'
import { buildFile } from './src/data/build-file.ts'
import { studioIn } from './src/data/reading/site.ts'
import { siteMap } from './src/seo/site-map.ts'

const studio = studioIn(fileURLToPath(new URL('.', import.meta.url)))

export default defineConfig({
  site: studio.host,
  output: 'static',
  trailingSlash: 'never',
  // The page /about is about.html. Styles are in the page, so that no page waits for them.
  build: { format: 'file', inlineStylesheets: 'always' },
  devToolbar: { enabled: false },
  integrations: [
    react(),
    mdx(),
    ...siteMap(),
    islandRuntime(),
    skewProtection(),
    securityHeaders(studio.security.hsts),
    deadLinks(),
    formPages(),
    socialImages(),
    buildFile(),
    toConfirm(),
    wordModules(),
    contentMistakes(),
  ],
  vite: {
    define: { __RECAPTCHA__: JSON.stringify(recaptchaIn(process.env)) },
    plugins: [clientBundle, knownWarnings],
    build: {
      // These browsers know light-dark(), oklch() and round(). Older ones would double the CSS.
      cssTarget: ['chrome125', 'edge125', 'firefox128', 'safari17.5'],
    },
    environments: {
      client: {
        build: {
          rolldownOptions: {
            output: {
              codeSplitting: {
                // The first file has React and the code of all islands. The second has calls to
                // functions and the forms' questions, which the admin area needs too. The third has
                // the code of long forms. Each group also takes its imports, unless an earlier group has them.
                groups: [
                  {
                    name: 'react',
                    test: /node_modules\/(react|react-dom|scheduler)\/|src\/(boundary|text)\/|renderer|preloader/,
                  },
                  {
                    name: 'asking',
                    test: /src\/(api\/call|forms\/(answer|form|submission|resume))\.ts/,
                  },
                  // Without what only the panel that thanks needs.
                  {
                    name: 'form',
                    test: /src\/islands\/(form|sending|bot-check)\/(?!reply-due-words)/,
                  },
                  // Each form's own questions, so that its page loads no others.
                  {
                    name: (file) => /(\w+)\.ts$/.exec(file)?.[1] ?? null,
                    test: /src\/forms\/(careers|contact|eir|investor|waitlist)\.ts/,
                  },
                  // The form of the sign-in needs the first; the dashboard, its lists and people both.
                  {
                    name: 'session',
                    test: /src\/admin\/(session\/(?!Join|Confirm|Login|passkey)|api\/(call-admin|failure|new-version)|parts\/(Controls|Notice))/,
                  },
                  {
                    name: 'dashboard',
                    test: /src\/admin\/(?!session|staff|actions|live\/use|route\/(navigation|walk)|api\/(files|patience|people)|parts\/(CopyButton|Dialog))/,
                    minShareCount: 2,
                  },
                ],
              },
            },
          },
        },
      },
    },
  },
})

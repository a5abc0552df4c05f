import astro from 'eslint-plugin-astro'
import reactHooks from 'eslint-plugin-react-hooks'
import { defineConfig, globalIgnores } from 'eslint/config'
import tseslint from 'typescript-eslint'

/** Imports point one way: who may not import what, and why. */
const forbid = (files, patterns) => ({
  files,
  rules: { 'no-restricted-imports': ['error', { patterns: [...everywhere, ...patterns] }] },
})

const everywhere = [
  { group: ['**/pages/**'], message: 'Nothing imports src/pages.' },
  { regex: '^\\.{1,2}$', message: 'Import from the file directly: there are no barrel files.' },
]
const nodeBuiltIns = { regex: '^node:', message: 'This code runs in the browser.' }
const react = { group: ['react', 'react-dom', 'react/*'], message: 'Forms are pure data.' }
const server = {
  // In a group a # would begin a comment.
  regex: '^#(server|functions|local)/|/netlify/',
  message: 'src never reaches into netlify.',
}
const site = { regex: '/src/(?!forms/)', message: 'netlify imports nothing of src but src/forms.' }
const zod = { group: ['zod', 'zod/*'], message: 'Only answer.ts and form.ts know zod.' }
const blobs = { group: ['@netlify/blobs'], message: 'Only kv.ts talks to Netlify Blobs.' }

export default defineConfig(
  globalIgnores(['dist/', '.astro/', '.netlify/', '.data/', '.cache/', 'test-results/']),
  {
    files: ['**/*.{ts,tsx}'],
    extends: [tseslint.configs.strictTypeChecked, tseslint.configs.stylisticTypeChecked],
    languageOptions: { parserOptions: { projectService: true } },
    rules: {
      '@typescript-eslint/consistent-type-definitions': 'off',
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      '@typescript-eslint/no-confusing-void-expression': [
        'error',
        { ignoreArrowShorthand: true, ignoreVoidReturningFunctions: true },
      ],
      '@typescript-eslint/no-empty-function': 'off',
      // Taking a key out is what leaves the rest.
      '@typescript-eslint/no-unused-vars': ['error', { ignoreRestSiblings: true }],
      // An empty setting counts as none.
      '@typescript-eslint/prefer-nullish-coalescing': [
        'error',
        { ignorePrimitives: { string: true } },
      ],
      // Reading a string index is honest under noUncheckedIndexedAccess.
      '@typescript-eslint/dot-notation': 'off',
    },
  },
  { files: ['**/*.{js,mjs}'], extends: [tseslint.configs.recommended] },
  ...astro.configs['flat/recommended'],
  { files: ['**/*.tsx'], ...reactHooks.configs.flat.recommended },
  {
    rules: {
      'no-console': ['error', { allow: ['error'] }],
      eqeqeq: 'error',
      'prefer-const': 'error',
    },
  },
  {
    files: ['scripts/**', 'netlify/local/**', 'src/build/**', 'tests/**'],
    rules: { 'no-console': 'off' },
  },

  forbid(['**/*.{ts,tsx,astro}'], []),
  forbid(['src/**/*.{ts,tsx,astro}'], [server]),
  forbid(['src/islands/**', 'src/admin/**', 'src/interaction/**'], [server, nodeBuiltIns, zod]),
  forbid(
    ['src/forms/**'],
    [server, nodeBuiltIns, react, zod, { group: ['../*'], message: 'src/forms stands alone.' }],
  ),
  forbid(
    ['src/forms/answer.ts', 'src/forms/form.ts', 'src/forms/zod-mini.d.ts'],
    [server, nodeBuiltIns, react, { group: ['../*'], message: 'src/forms stands alone.' }],
  ),
  forbid(
    ['netlify/**'],
    [site, blobs, { regex: '^#local/', message: 'The local platform is a stand-in only.' }],
  ),
  forbid(['netlify/server/storage/kv.ts'], [site]),
  forbid(['netlify/local/**'], [site]),
)

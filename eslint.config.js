import astro from 'eslint-plugin-astro'
import reactHooks from 'eslint-plugin-react-hooks'
import { defineConfig, globalIgnores } from 'eslint/config'
import tseslint from 'typescript-eslint'

/**
 * Which package is known where, and what Astro's files may import. Which room may import which is
 * rooms.ts's, and dependency-cruiser's to hold.
 */
const forbid = (files, patterns) => ({
  files,
  rules: { 'no-restricted-imports': ['error', { patterns: [noBarrel, ...patterns] }] },
})

const TESTS = ['**/*.test.ts']

const noBarrel = {
  regex: '^\\.{1,2}$',
  message: 'Import from the file directly: there are no barrel files.',
}
const nodeBuiltIns = { regex: '^node:', message: 'This code runs in the browser.' }
const react = { group: ['react', 'react-dom', 'react/*'], message: 'Forms are pure data.' }
const server = {
  // In a group a # would begin a comment.
  regex: '^#(server|functions|local)/|/netlify/',
  message: 'Pages never reach into netlify.',
}
const page = { regex: '^(\\.\\./)+pages/', message: 'Nothing imports a page.' }
const zod = {
  group: ['zod', 'zod/*'],
  message: 'Of what runs in the browser only answer.ts knows zod.',
}
const blobs = { group: ['@netlify/blobs'], message: 'Only kv.ts talks to Netlify Blobs.' }

export default defineConfig(
  globalIgnores([
    ...['dist/', '.astro/', '.netlify/', '.data/', '.cache/', 'test-results/'],
    'tests/store/earlier-build/worker.mjs',
  ]),
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
      '@typescript-eslint/no-unsafe-enum-assignment': 'off',
      '@typescript-eslint/no-unsafe-enum-comparison': 'off',
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
  // A rule that needs types would stop all others in silence: no program has the scripts of pages.
  {
    files: ['**/*.astro/*.ts'],
    extends: [tseslint.configs.disableTypeChecked],
    // The elements stand in the same file, and a check of each would be bytes of every page.
    rules: { '@typescript-eslint/no-non-null-assertion': 'off' },
  },
  { files: ['**/*.tsx'], ...reactHooks.configs.flat.recommended },
  {
    rules: {
      'no-console': ['error', { allow: ['error', 'info'] }],
      eqeqeq: 'error',
      'prefer-const': 'error',
    },
  },
  {
    files: ['art/**', 'scripts/**', 'netlify/local/**', 'src/build/**', 'tests/**'],
    rules: { 'no-console': 'off' },
  },

  forbid(['**/*.{ts,tsx}'], []),
  forbid(['**/*.astro'], [server, page]),
  // Their tests run on Node.
  { ...forbid(['src/{islands,admin,interaction,api}/**'], [nodeBuiltIns, zod]), ignores: TESTS },
  { ...forbid(['src/forms/**'], [nodeBuiltIns, react, zod]), ignores: TESTS },
  forbid(['src/forms/judging/{judge.ts,zod-mini.d.ts}'], [nodeBuiltIns, react]),
  forbid(['netlify/**'], [blobs]),
  forbid(['netlify/server/storage/kv.ts'], []),
)

/** The mutated files of each room, and the fewest tests that must notice the mutants. */

/** Globs, relative to the root of the repository. */
type CoveredRoom = { mutate: readonly string[]; tests: readonly string[] }

const api = (...names: string[]) => names.map((name) => `tests/api/${name}.test.ts`)

/** By the name that `npm run mutate -- <room>` takes. */
export const coveredRooms: Readonly<Record<string, CoveredRoom>> = {
  audit: {
    mutate: ['netlify/server/audit/*.ts'],
    tests: ['tests/store/audit/{log,hard-cases}.test.ts', ...api('staff-log')],
  },
  collections: {
    mutate: ['netlify/server/collections/*.ts', '!**/*.test.ts'],
    tests: ['netlify/server/collections/*.test.ts', 'tests/store/collections/*.test.ts'],
  },
  'collections-rows': {
    mutate: ['netlify/server/collections/rows/*.ts', '!**/*.test.ts'],
    tests: ['tests/store/rows/*.test.ts'],
  },
  forms: {
    mutate: ['src/forms/answer.ts', 'src/forms/judging/{check,judge,tidy}.ts'],
    tests: ['src/forms/form.test.ts', 'src/forms/judging/*.test.ts'],
  },
  http: {
    mutate: ['netlify/server/http/{network,request,respond}.ts'],
    tests: ['netlify/server/http/*.test.ts'],
  },
  passkeys: {
    mutate: [
      'netlify/server/admin/{passkeys,sign-in,own-keys,command}.ts',
      'netlify/server/staff/*.ts',
    ],
    tests: api('passkeys', 'own-keys', 'asking-again', 'commands', 'notifications/people-mail'),
  },
  session: {
    mutate: ['netlify/server/admin/{session,login-throttle,sealed-cookie}.ts'],
    tests: api(
      ...['session', 'session-cookie', 'login-throttle'],
      ...['asking-again', 'passkeys', 'commands'],
    ),
  },
  // Almost every test of storage reaches kv.ts, so each part runs its own tests only.
  storage: {
    mutate: ['netlify/server/storage/{kv,fetch-with-retry,request-context,record-id}.ts'],
    tests: [
      'netlify/server/storage/{kv,seal,store-key,fetch-with-retry,turns,request-context,safe-key,record-id}.test.ts',
    ],
  },
  'storage-seal': {
    mutate: ['netlify/server/storage/seal.ts'],
    tests: ['netlify/server/storage/seal.test.ts'],
  },
  'storage-windows': {
    mutate: ['netlify/server/storage/{sliding-window,site-secret}.ts'],
    tests: ['netlify/server/storage/{sliding-window,site-secret}.test.ts'],
  },
  'storage-self-test': {
    mutate: ['netlify/server/storage/self-test.ts'],
    tests: ['netlify/server/storage/self-test.test.ts', ...api('self-test')],
  },
  submissions: {
    mutate: ['netlify/server/submissions/*.ts', '!**/*.test.ts'],
    tests: [
      ...['netlify/server/submissions/*.test.ts', 'tests/store/submissions/*.test.ts'],
      ...api('resume', 'damaged-truth'),
    ],
  },
}

import { readFileSync } from 'node:fs'
import ts from 'typescript'

/** An item of schema.org in JSON-LD. */
export type Thing = { '@type': string; [property: string]: unknown }

/** A virtual file with the items as TypeScript. */
const FILE = `${process.cwd()}/tests/build/things.ts`

/** The items as constants of their stated types. */
const asSource = (things: Thing[]) =>
  [
    `import type * as schema from 'schema-dts'`,
    ...things.map(
      (thing, i) => `export const thing${i}: schema.${thing['@type']} = ${JSON.stringify(thing)}`,
    ),
  ].join('\n')

/** The compiler's messages about types, properties and values that schema.org lacks. */
export function unknownIn(things: Thing[]): string[] {
  const source = asSource(things)
  const options: ts.CompilerOptions = {
    strict: true,
    noEmit: true,
    types: [],
    target: ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.NodeNext,
    moduleResolution: ts.ModuleResolutionKind.NodeNext,
    skipLibCheck: true,
  }
  const host = ts.createCompilerHost(options)
  const isOurs = (file: string) => file === FILE
  const program = ts.createProgram([FILE], options, {
    ...host,
    fileExists: (file) => isOurs(file) || host.fileExists(file),
    readFile: (file) => (isOurs(file) ? source : host.readFile(file)),
    getSourceFile: (file, version) =>
      ts.createSourceFile(file, isOurs(file) ? source : readFileSync(file, 'utf8'), version),
  })
  return ts
    .getPreEmitDiagnostics(program)
    .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, ' '))
}

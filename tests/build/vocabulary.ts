import { readFileSync } from 'node:fs'
import ts from 'typescript'

/** A thing of schema.org, as JSON-LD has it. */
export type Thing = { '@type': string; [property: string]: unknown }

/** Names a file that is not there: it holds the things as TypeScript. */
const FILE = `${process.cwd()}/tests/build/things.ts`

/** The things as constants, each of the type that it says it is. */
const asSource = (things: Thing[]) =>
  [
    `import type * as schema from 'schema-dts'`,
    ...things.map(
      (thing, i) => `export const thing${i}: schema.${thing['@type']} = ${JSON.stringify(thing)}`,
    ),
  ].join('\n')

/**
 * What is wrong with these things by schema.org's own vocabulary (the package schema-dts): a type or
 * a property that it does not have, or a value of the wrong kind, in the compiler's words.
 */
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

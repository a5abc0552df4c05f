import type { Reporter, TestSpecification } from 'vitest/node'

/** Tells whoever started vitest how many tests are done; they are known file by file only. */
export default class VitestProgress implements Reporter {
  #files = 0
  #filesDone = 0
  #testsDone = 0

  onTestRunStart(specifications: readonly TestSpecification[]): void {
    this.#files = specifications.length
  }

  onTestCaseResult(): void {
    this.#testsDone += 1
    this.#tell()
  }

  onTestModuleEnd(): void {
    this.#filesDone += 1
    this.#tell()
  }

  #tell(): void {
    process.send?.(`${this.#testsDone} tests, ${this.#filesDone} of ${this.#files} files`)
  }
}

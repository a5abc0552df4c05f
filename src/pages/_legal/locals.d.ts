declare namespace App {
  interface Locals {
    /** The anchors of the legal text that is being rendered, in order: its headings ask for theirs. */
    sections?: string[]
  }
}

declare namespace App {
  interface Locals {
    /** The anchors of the legal text that is being rendered. Each heading looks up its own. */
    sections?: string[]
  }
}

import 'astro'

declare module 'astro' {
  interface AstroClientDirectives {
    /** Hydrates on the visitor's first pointer, focus or key event in the island. */
    'client:touched'?: boolean
  }
}

declare global {
  interface Navigator {
    /** Not in every browser. */
    connection?: { saveData?: boolean }
  }
}

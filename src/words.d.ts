/* Words that islands import; src/build/content/words.ts makes these modules. */

type Words = import('./schemas/words/index.ts').Words

declare module 'words:words' {
  export const menusFailed: Words['words']['menusFailed']
  export const updated: Words['words']['updated']
}
declare module 'words:forms/all-forms' {
  const words: Words['forms/all-forms']
  export default words
}
declare module 'words:forms/contact' {
  const words: Words['forms/contact']
  export default words
}
declare module 'words:forms/investor' {
  const words: Words['forms/investor']
  export default words
}
declare module 'words:forms/eir' {
  const words: Words['forms/eir']
  export default words
}
declare module 'words:forms/careers' {
  const words: Words['forms/careers']
  export default words
}
declare module 'words:forms/waitlist' {
  const words: Words['forms/waitlist']
  export default words
}
declare module 'words:forms/receipt' {
  export const due: Words['forms/receipt']['due']
  export const dueDay: Words['forms/receipt']['dueDay']
  export const ownTime: Words['forms/receipt']['ownTime']
}
declare module 'words:forms/without-script' {
  export const refused: Words['forms/without-script']['refused']
}
declare module 'words:venture' {
  const words: Words['venture']
  export default words
}

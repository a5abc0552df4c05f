/** Fills in what a text is about: `{this.app}` becomes the app. For islands; pages use `fillIn`. */
export const sayWhat = (text: string, about: Record<string, string | number>) =>
  text.replace(/\{this\.(\w+)\}/g, (_, key: string) => String(about[key] ?? ''))

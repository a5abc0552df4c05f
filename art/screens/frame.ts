import { type App, apps } from './apps.ts'

const icon = (name: string) => `<svg><use href="/art/screens/icons.svg#${name}"/></svg>`

const sheet = (file: string) => `<link rel="stylesheet" href="/art/screens/${file}.css">`

/** The HTML page around a screen. The screen's `<main>` names its tab and the time of day. */
export function frame(app: App, screen: string): string {
  const said = (name: string) => new RegExp(`<main[^>]* data-${name}="([^"]*)"`).exec(screen)?.[1]
  const theme = screen.includes('<main class="dark"') ? ' class="dark"' : ''
  const tabs = Object.entries(apps[app]).map(
    ([name, drawing]) =>
      `<span${name === said('tab') ? ' class="on"' : ''}>${icon(drawing)}${name}</span>`,
  )
  return `<!doctype html><meta charset="utf-8"><title>${app}</title>
${sheet('kit')}${sheet('parts')}${sheet(`${app}/app`)}
<body${theme}>
<div class="status"><span>${said('time') ?? ''}</span>${icon('signs')}</div>
${screen}
<div class="tabs">${tabs.join('')}</div>
</body>`
}

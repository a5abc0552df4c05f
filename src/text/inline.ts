/**
 * A text as HTML: `**bold**`, `[a link](/portfolio)` and `[words that stay on one line]`. All else
 * stands for itself.
 */
export const inline = (text: string): string =>
  text
    .replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`)
    .replace(/\*\*(.+?)\*\*/g, '<b>$1</b>')
    .replace(/\[([^\]]+)\]\(([^)\s]+)\)/g, '<a href="$2">$1</a>')
    .replace(/\[([^\]]+)\]/g, '<span class="nowrap">$1</span>')

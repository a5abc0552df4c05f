/** The id of the row at this point of the window, also below the backdrop of a dialog. */
export const rowAt = (x: number, y: number): string | undefined =>
  [...document.querySelectorAll<HTMLElement>('tr[data-id]')].find((row) => {
    const { left, right, top, bottom } = row.getBoundingClientRect()
    return left <= x && x < right && top <= y && y < bottom
  })?.dataset['id']

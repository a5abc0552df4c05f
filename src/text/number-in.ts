/** The first number in a text, or the nth: `€40K–€160K` has 40 and 160. NaN if there is none. */
export const numberIn = (text: string | number, nth = 1): number =>
  Number(String(text).match(/\d+(\.\d+)?/g)?.[nth - 1] ?? Number.NaN)

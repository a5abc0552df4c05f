import { atom } from 'nanostores'

/** The name in the open record, for the document's title; empty without one. */
export const $openName = atom('')

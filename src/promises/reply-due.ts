/**
 * The header of a 201 that says when the sender hears from the studio (due-in-words.ts), so that the
 * page tells the server's time and not the browser's.
 */
export const REPLY_DUE = 'x-reply-due'

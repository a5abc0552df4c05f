import { HONEYPOT } from '#forms/judging/check.ts'

/** A field that people neither see nor reach. The server holds a submission that fills it. */
export function Honeypot() {
  return (
    <div className="honeypot" aria-hidden="true">
      <label>
        Website
        <input type="text" name={HONEYPOT} tabIndex={-1} autoComplete="off" />
      </label>
    </div>
  )
}

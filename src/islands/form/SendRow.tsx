type Props = {
  label: string
  busy: string
  /** The share of the upload that has been sent, while the form is being sent. */
  sent: number | undefined
  /** The number of required fields. CSS counts the filled ones. */
  required: number
}

/** The last row of a form: the button and the progress of typing or uploading. */
export function SendRow({ label, busy, sent, required }: Props) {
  const isBusy = sent !== undefined
  return (
    <div className="row send">
      <button
        type="submit"
        className="button primary"
        disabled={isBusy}
        aria-busy={isBusy || undefined}
      >
        {isBusy ? busy : label}
      </button>
      {isBusy && sent > 0 ? (
        <label className="note">
          {sent < 1 ? `Uploading: ${Math.floor(sent * 100)}%` : 'Uploaded. Saving…'}{' '}
          <progress value={sent} />
        </label>
      ) : (
        <p className="note filled" data-of={required} aria-hidden />
      )}
    </div>
  )
}

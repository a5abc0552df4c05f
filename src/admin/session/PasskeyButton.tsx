type Props = {
  isBusy: boolean
  onPress: () => void
}

/** Hidden where the browser has no passkeys (src/layouts/Admin.astro). */
export const PasskeyButton = ({ isBusy, onPress }: Props) => (
  <p className="passkey">
    <button
      type="button"
      className="button"
      aria-disabled={isBusy}
      onClick={() => !isBusy && onPress()}
    >
      Sign in with a passkey
    </button>
  </p>
)

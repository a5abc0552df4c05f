import { useEffect, useState } from 'react'
import { forms } from '#forms/index.ts'
import { Boundary, Failed } from '../../boundary/Boundary.tsx'
import { $asksAgain, refresh } from '../api/call-admin.ts'
import { statusOf } from '../api/failure.ts'
import { $counts, listsOf } from '../api/lists.ts'
import { $isReloading } from '../api/new-version.ts'
import { useOnRetry } from '../api/use-request.ts'
import { watch } from '../live/watch.ts'
import { Overview } from '../overview/Overview.tsx'
import { NewVersion } from '../parts/Notice.tsx'
import { Loading, loadLater } from '../parts/Request.tsx'
import { keepFocus } from '../parts/keep-focus.ts'
import { useKeys, useWindowEvent } from '../parts/use-keys.ts'
import { useStore } from '../parts/use-store.ts'
import { $openName, $route, goTo, searchFrom, useRoute } from '../route/route.ts'
import { $signedOut, $signIn, hasDrafts, keepRoute, restoreRoute } from '../session/kept.ts'
import { AccountBar, dialogs, Foot, openView, Tabs, views } from './Frame.tsx'

const OVERVIEW = 'overview'

const SignInAgain = loadLater(async () => (await dialogs()).SignInAgain, 'at once')
const SignedOut = loadLater(async () => (await dialogs()).SignedOut)
/** Half of the admin area's code. The overview and the session check don't wait for it. */
const FormTab = loadLater(async () => (await import('../list/FormTab.tsx')).FormTab, 'at once')

const BROKEN = 'This view stopped working.'

const toSignIn = (error: unknown) => {
  keepRoute(statusOf(error) === 401)
  location.replace('/admin/login')
}

type Props = { studio: string }

/** The studio's side of the forms. It shows once the session is confirmed. */
export const Dashboard = (props: Props) => (
  <Boundary fallback={<Failed>{BROKEN}</Failed>}>
    <OpenDashboard {...props} />
  </Boundary>
)

function OpenDashboard({ studio }: Props) {
  const [session, setSession] = useState<{ isEmergency?: boolean; name?: string }>()
  useEffect(() => {
    refresh().then((answer) => {
      restoreRoute()
      setSession(answer)
    }, toSignIn)
  }, [])
  const isSignedIn = session !== undefined
  // Another person may have signed in, or the same one in another way.
  useOnRetry(isSignedIn, () => void refresh().then(setSession, () => {}))
  // After a sign-out no tab of a shared computer shows records.
  const signedOut = useStore($signedOut)
  const isOpen = isSignedIn && !signedOut
  const asksAgain = useStore($asksAgain)
  const isSigningIn = useStore($signIn) === 'open'
  return (
    <div className="admin">
      <AccountBar studio={studio} session={isOpen ? session : undefined} />
      <main className="measure" id="main">
        <h1 className="visually-hidden">Admin dashboard</h1>
        {!isSignedIn && <Loading words="Checking your session…" />}
        {!isSignedIn && (
          <p className="notice bad load-failed">
            The dashboard could not load. Check your connection and reload the page.
          </p>
        )}
        {isSignedIn && signedOut && <SignedOut {...signedOut} />}
        {isOpen && session.isEmergency && (
          <p className="notice warning">Signed in with the emergency password</p>
        )}
        {isOpen && <Sections studio={studio} />}
      </main>
      {isOpen && <Foot />}
      {(asksAgain ?? (isOpen && isSigningIn)) && <SignInAgain />}
      <NewVersion />
    </div>
  )
}

function Sections({ studio }: Props) {
  const { tab = OVERVIEW, walk } = useRoute()
  const known = useStore($counts)
  const person = useStore($openName)
  const form = forms.find(({ name }) => name === tab)
  const View = views[tab]
  // A record that is due next is shown above the overview.
  const current = (form && !walk) || View ? tab : OVERVIEW
  const lists = forms.map((one) => ({
    name: one.name,
    label: one.tab,
    news: listsOf(one, known).reduce((sum, { counts }) => sum + (counts.new || 0), 0),
  }))
  const tabs = [{ name: OVERVIEW, label: 'Overview', news: 0 }, ...lists]
  const news = tabs.reduce((sum, one) => sum + one.news, 0)
  const place = form?.tab ?? View?.label ?? 'Overview'
  const words = [person, place, 'Admin', studio].filter(Boolean).join(' | ')
  const list = form && <FormTab key={form.name} form={form} />
  const title = `${news > 0 ? `(${news.toLocaleString()}) ` : ''}${words}`
  useEffect(() => {
    document.title = title
  }, [title])
  useEffect(watch, [])
  useEffect(keepFocus, [])
  useWindowEvent('beforeunload', (event) => {
    if (hasDrafts() && !$isReloading.get()) event.preventDefault()
    // The user may stay, since something is under way.
    $isReloading.set(false)
  })
  useKeys({
    ...Object.fromEntries(tabs.map(({ name }, i) => [i + 1, () => openView(name)])),
    // The list's code may still be on its way.
    '/': () => searchFrom(form ? $route.get() : { tab: forms[0]?.name }),
  })
  return (
    <>
      <Tabs tabs={tabs} current={current} onPick={(tab) => goTo({ tab })} />
      <div
        className="panel"
        role="tabpanel"
        id="panel"
        tabIndex={-1}
        aria-labelledby={View ? undefined : `tab-${current}`}
        aria-label={View?.label}
      >
        <Boundary key={current} fallback={<Failed>{BROKEN}</Failed>}>
          {current === OVERVIEW ? <Overview>{list}</Overview> : View ? <View.View /> : list}
        </Boundary>
      </div>
    </>
  )
}

import { useEffect, useState } from 'react'
import { forms as all } from '#forms/index.ts'
import { logout, refresh } from './admin-api.ts'
import { Loading } from './Loading.tsx'
import { Overview } from './Overview.tsx'
import { goTo, usePlace } from './place.ts'
import { RecordsTab } from './RecordsTab.tsx'
import { Tabs } from './Tabs.tsx'

const forms = all.filter(({ splitBy }) => !splitBy)

const OVERVIEW = 'overview'

const tabs = [
  { name: OVERVIEW, label: 'Overview' },
  ...forms.map(({ name, tab }) => ({ name, label: tab })),
]

const leave = () => {
  location.replace('/admin/login')
}

/** The studio's side of the forms. It shows once the session is known to be alive. */
export function Dashboard({ studio }: { studio: string }) {
  const [isSignedIn, setIsSignedIn] = useState(false)
  useEffect(() => {
    refresh().then(() => setIsSignedIn(true), leave)
  }, [])
  return (
    <div className="adm">
      <header className="ab">
        <div className="m">
          <a className="logo" href="/admin">
            <i aria-hidden="true" />
            {studio}
          </a>
          <span className="note">admin</span>
          {isSignedIn && (
            <button type="button" className="btn sm" onClick={() => void logout().finally(leave)}>
              Logout
            </button>
          )}
        </div>
      </header>
      <main className="m" id="main">
        <h1 className="vh">Admin dashboard</h1>
        {isSignedIn ? <Sections /> : <Loading words="Checking your session…" />}
      </main>
    </div>
  )
}

function Sections() {
  const { tab = OVERVIEW } = usePlace()
  const form = forms.find(({ name }) => name === tab)
  const current = form ? form.name : OVERVIEW
  return (
    <>
      <Tabs tabs={tabs} current={current} onPick={(name) => goTo({ tab: name })} />
      <div className="p" role="tabpanel" id="panel" aria-labelledby={`tab-${current}`}>
        {form ? <RecordsTab key={form.name} form={form} /> : <Overview />}
      </div>
    </>
  )
}

#!/usr/bin/python3
# A WebKitGTK window without a toolbar for WebKitWebDriver; MiniBrowser's window is never narrow.
import tempfile, gi
gi.require_version('Gtk', '3.0')
gi.require_version('WebKit2', '4.1')
from gi.repository import Gtk, WebKit2

home = tempfile.mkdtemp()
context = WebKit2.WebContext.new_with_website_data_manager(
    WebKit2.WebsiteDataManager(base_data_directory=home, base_cache_directory=home))
context.set_automation_allowed(True)


def view(*_):
    web = WebKit2.WebView(web_context=context, is_controlled_by_automation=True)
    window = Gtk.Window(default_width=1280, default_height=900)
    window.add(web)
    window.show_all()
    web.grab_focus()
    return web


def started(_, session):
    info = WebKit2.ApplicationInfo()
    info.set_name('bare')
    info.set_version(2, 50, 0)
    session.set_application_info(info)
    session.connect('create-web-view', view)


context.connect('automation-started', started)
Gtk.main()

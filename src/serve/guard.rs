//! Who may ask: host, token, origin, rates; and the headers of every answer.

use super::studio::Studio;
use axum::extract::{Request, State};
use axum::http::header::{self, HeaderName, HeaderValue};
use axum::http::{HeaderMap, Method, StatusCode, Uri};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use std::sync::Arc;
use std::time::{Duration, Instant};
use subtle::ConstantTimeEq;

/// The largest body of a request, in bytes: a rule file as JSON, with room.
pub const MAX_BODY: usize = 512 << 10;

/// Scripts and styles are files of this server; the engine is WebAssembly in a worker that a script makes. Nothing else, and nothing inline.
const POLICY: &str = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; style-src 'self'; \
    img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/// The cookie that holds the token.
const COOKIE: &str = "ludogen";

/// Lets a request through to its answer, or refuses it; gives every answer its headers.
pub async fn guard(State(studio): State<Arc<Studio>>, request: Request, next: Next) -> Response {
    let writes = !matches!(*request.method(), Method::GET | Method::HEAD);
    let mut response = match refusal(&studio, request.method(), request.uri(), request.headers()) {
        Some(refused) => refused,
        None if writes => match arrived(request, studio.arrival).await {
            Ok(request) => next.run(request).await,
            Err((status, words)) => (status, words).into_response(),
        },
        None => next.run(request).await,
    };
    let headers = response.headers_mut();
    let fixed: [(HeaderName, &'static str); 6] = [
        (header::CONTENT_SECURITY_POLICY, POLICY),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (header::REFERRER_POLICY, "same-origin"),
        (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
        (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
        (HeaderName::from_static("permissions-policy"), "camera=(), microphone=(), geolocation=()"),
    ];
    for (name, value) in fixed {
        headers.insert(name, HeaderValue::from_static(value));
    }
    headers.entry(header::CACHE_CONTROL).or_insert(HeaderValue::from_static("no-store"));
    response
}

/// The request with its body in memory, if that is not too large and arrives in time.
async fn arrived(request: Request, time: Duration) -> Result<Request, (StatusCode, &'static str)> {
    let (head, body) = request.into_parts();
    match tokio::time::timeout(time, axum::body::to_bytes(body, MAX_BODY)).await {
        Ok(Ok(bytes)) => Ok(Request::from_parts(head, bytes.into())),
        Ok(Err(_)) => Err((StatusCode::PAYLOAD_TOO_LARGE, "The request is too large, or was cut short.")),
        Err(_) => Err((StatusCode::REQUEST_TIMEOUT, "The request took too long to arrive.")),
    }
}

fn text(headers: &HeaderMap, name: HeaderName) -> Option<&str> {
    headers.get(name)?.to_str().ok()
}

/// The answer to a request that is not let through.
fn refusal(studio: &Studio, method: &Method, uri: &Uri, headers: &HeaderMap) -> Option<Response> {
    let no = |status: StatusCode, words: &'static str| Some((status, words).into_response());
    let Some(host) = text(headers, header::HOST) else {
        return no(StatusCode::BAD_REQUEST, "The request names no host.");
    };
    // A name that some other site has made lead here is not answered.
    if studio.token.is_none() && !is_local(host) {
        return no(StatusCode::FORBIDDEN, "This studio answers to localhost only.");
    }
    let writes = !matches!(*method, Method::GET | Method::HEAD);
    if writes && !same_origin(text(headers, header::ORIGIN), host) {
        return no(StatusCode::FORBIDDEN, "Only the pages of this studio may change anything.");
    }
    if let Some(token) = &studio.token {
        let given = query(uri, "token");
        if let Some(given) = given.filter(|_| *method == Method::GET) {
            if !studio.pace.allows(Instant::now()) {
                return no(StatusCode::TOO_MANY_REQUESTS, "Too many requests; try again in a second.");
            }
            if same(given, token) {
                let cookie = format!("{COOKIE}={given}; Path=/; HttpOnly; SameSite=Strict; Max-Age=2592000");
                let to = uri.path().to_owned();
                return Some(
                    (StatusCode::SEE_OTHER, [(header::SET_COOKIE, cookie), (header::LOCATION, to)]).into_response(),
                );
            }
        }
        if !headers.get_all(header::COOKIE).iter().filter_map(|v| v.to_str().ok()).any(|all| has_token(all, token)) {
            let words = "This studio wants a token: open the address with ?token=… that its owner has.";
            return no(StatusCode::UNAUTHORIZED, words);
        }
    }
    if writes && !studio.pace.allows(Instant::now()) {
        return no(StatusCode::TOO_MANY_REQUESTS, "Too many requests; try again in a second.");
    }
    None
}

/// Whether a host, with or without a port, is this machine as it knows itself.
fn is_local(host: &str) -> bool {
    let name = match host.strip_prefix('[') {
        Some(rest) => rest.split(']').next().unwrap_or_default(),
        None => host.split(':').next().unwrap_or_default(),
    };
    matches!(name, "localhost" | "127.0.0.1" | "::1")
}

/// Whether the origin of a request is the host that it is sent to. Browsers send it with every write.
fn same_origin(origin: Option<&str>, host: &str) -> bool {
    let Some(origin) = origin else { return false };
    let rest = origin.strip_prefix("http://").or_else(|| origin.strip_prefix("https://"));
    rest.is_some_and(|rest| rest.eq_ignore_ascii_case(host))
}

/// The value of a name in the query. Tokens need no escapes: what has any is another token.
fn query<'u>(uri: &'u Uri, name: &str) -> Option<&'u str> {
    uri.query()?.split('&').find_map(|pair| pair.strip_prefix(name)?.strip_prefix('='))
}

fn has_token(cookies: &str, token: &str) -> bool {
    let value = |cookie: &str| cookie.trim().strip_prefix(COOKIE)?.strip_prefix('=').map(|given| same(given, token));
    cookies.split(';').any(|cookie| value(cookie) == Some(true))
}

/// Compares in a time that does not tell how much agrees.
fn same(given: &str, token: &str) -> bool {
    given.as_bytes().ct_eq(token.as_bytes()).into()
}

#[cfg(test)]
mod tests {
    use super::super::pace::Pace;
    use super::*;

    #[test]
    fn only_this_machine_is_local() {
        for local in ["localhost", "localhost:4173", "127.0.0.1:80", "[::1]:4173"] {
            assert!(is_local(local), "{local}");
        }
        for other in ["", "evil.example", "localhost.evil.example", "127.0.0.1.evil.example:80", "192.168.0.7", "[::2]"]
        {
            assert!(!is_local(other), "{other}");
        }
    }

    #[test]
    fn only_pages_of_the_same_host_may_write() {
        assert!(same_origin(Some("http://localhost:4173"), "localhost:4173"));
        for origin in
            [None, Some("null"), Some("http://localhost"), Some("http://evil.example"), Some("localhost:4173")]
        {
            assert!(!same_origin(origin, "localhost:4173"), "{origin:?}");
        }
    }

    #[test]
    fn a_token_is_the_whole_cookie() {
        assert!(has_token("a=b; ludogen=secret", "secret"));
        for cookies in ["", "ludogen=", "ludogen=secre", "ludogen=secrets", "xludogen=secret", "ludogen2=secret"] {
            assert!(!has_token(cookies, "secret"), "{cookies}");
        }
    }

    #[test]
    fn writes_are_slowed_down_and_go_on_later() {
        let pace = Pace::default();
        let start = Instant::now();
        let allowed = (0..1000).filter(|_| pace.allows(start)).count();
        assert_eq!(allowed, 60);
        let later = start + Duration::from_secs(1);
        assert_eq!((0..1000).filter(|_| pace.allows(later)).count(), 20);
    }
}

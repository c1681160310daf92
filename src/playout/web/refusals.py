"""How the server says no: an error with a sentence in each language, a code and a status of HTTP."""

from __future__ import annotations

import errno

from playout.errors import PlayoutError
from playout.web.schema.base import Refusal, Words

__all__ = ["RefusedError", "UnsavedError", "explain_error"]

STATUS = {
    "refused": 400,
    "invalid": 422,
    "not_found": 404,
    "forbidden": 403,
    "unauthorised": 401,
    "too_large": 413,
    "too_many": 429,
    "conflict": 409,
    "unavailable": 503,
}

FAILED = ("something failed", "未能完成")


class RefusedError(PlayoutError):
    """Something that is not done, and why, in English and in Chinese."""

    def __init__(self, english: str, chinese: str, *, code: str = "refused") -> None:
        super().__init__(english)
        self.chinese = chinese
        self.code = code

    @property
    def status(self) -> int:
        return STATUS[self.code]

    @property
    def words(self) -> Words:
        return Words(en=str(self), zh=self.chinese)

    def model(self) -> Refusal:
        return Refusal(error=str(self), error_chinese=self.chinese, code=self.code)


class UnsavedError(RefusedError):
    """Something was not done because it could not be saved."""

    def __init__(self, error: Exception) -> None:
        is_full = "disk is full" in str(error) or (isinstance(error, OSError) and error.errno == errno.ENOSPC)
        self.why = (
            Words(en="the server's disk is full", zh="服务器的磁盘已满")
            if is_full
            else Words(en=f"the server cannot save it ({error})", zh=f"服务器无法保存（{error}）")
        )
        super().__init__(
            f"this was not done: {self.why.en}; try again when that is mended",
            f"未执行：{self.why.zh}；请在问题解决后重试。",
            code="unavailable",
        )


def explain_error(error: Exception, what: tuple[str, str] = FAILED, *, code: str = "refused") -> RefusedError:
    """Any error as a refusal; `what` has failed, in English and in Chinese.

    The library's own sentences say in English what is wrong and what to do; Chinese ones begin with what failed.
    """
    if isinstance(error, RefusedError):
        return error
    english = " ".join(str(error).split())
    if not isinstance(error, PlayoutError):
        english = f"{what[0]}: {type(error).__name__}: {english}"
    return RefusedError(english, f"{what[1]}：{english}", code=code)
